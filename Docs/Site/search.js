// Finds articles, and below them symbols, for the words that are typed. Whole words come before parts of words.
const field = document.querySelector("input"), list = document.querySelector("#results");
const count = document.querySelector("#count"), base = document.body.dataset.base;
const mostArticles = 8, mostSymbols = 40, mostOwners = 20;

/** The words of a text, with the parts of names; Docs/Site/search.py has the same function. */
function words(text) {
  return (text.match(/\d[\d.,]*|[A-Za-z][A-Za-z0-9]*/g) ?? []).flatMap((found) => {
    const parts = found.replace(/([a-z0-9])([A-Z])/g, "$1 $2").split(" ");
    return [...new Set([found, ...parts])].map((word) => word.toLowerCase()).filter((word) => word.length > 1);
  });
}

/** What several forms of a word begin with: “retry”, “retries” and “retrying” are one. */
function stem(word) {
  const single = word.replace(/(?<=..[^s])s$/, "");
  const short = single.replace(/(?<=.{5})at(ion|ing|e|ed)$|(?<=.{3})(ing|ed)$/, "");
  const once = short === single ? short : short.replace(/([bdgklmnprt])\1$/, "$1");
  return once.replace(/(?<=...)(y|ie|e)$/, (end) => (end === "e" ? "" : "i"));
}

const stemmed = (text) => words(text).map((word) => ({ text: word, stem: stem(word) }));

/** How well a word fits: 1 if it is typed as a whole, less if a part of it is. */
function fit(word, query) {
  if (word.stem === query.stem) return 1;
  if (word.text.startsWith(query.text)) return 0.3;
  return query.text.length > 2 && word.text.includes(query.text) ? 0.1 : 0;
}

const best = (candidates, query) => candidates.reduce((most, word) => Math.max(most, fit(word, query)), 0);

class Index {
  constructor({ articles, symbols, words: texts, common }) {
    this.common = new Set(common);
    this.texts = Object.entries(texts).map(([text, steps]) => [{ text, stem: stem(text) }, steps]);
    let number = 0;
    this.articles = articles.map(([title, url, summary, sections, typed], place) => ({
      title, url, summary, place,
      titleWords: stemmed(title), summaryWords: stemmed(summary), typedWords: stemmed(typed),
      sections: sections.map(([heading, anchor]) => ({ heading, anchor, number: number++, words: stemmed(heading) })),
    }));
    this.symbols = symbols.map(([title, owners], place) => ({
      title, place, titleWords: stemmed(title),
      owners: owners.map(([owner, url, kind, module, summary]) =>
        ({ owner, url, kind, module, summary, words: stemmed(`${owner} ${summary}`), ownerWords: stemmed(owner) })),
    }));
  }

  /** The articles and the symbols for what is typed, the best first. */
  find(typed) {
    let queries = typed.trim().split(/[\s,;]+/).flatMap((word) => {
      const parts = words(word), whole = parts[0]?.length === word.length ? [parts[0]] : parts;
      return whole.map((text) => ({ text, stem: stem(text) }));
    });
    const telling = queries.filter(({ text }) => !this.common.has(text));
    if (telling.length) queries = telling;
    if (!queries.length) return { articles: [], symbols: [] };
    const order = (one, other) => other.isWhole - one.isWhole || other.score - one.score || one.place - other.place;
    return { articles: this.findArticles(queries).sort(order), symbols: this.findSymbols(queries, typed).sort(order) };
  }

  findArticles(queries) {
    const bodies = queries.map((query) => {
      const sections = new Map();
      for (const [word, steps] of this.texts) {
        const fits = fit(word, query);
        let number = 0;
        if (fits) for (const step of steps) sections.set(number += step, Math.max(sections.get(number) ?? 0, fits));
      }
      return sections;
    });
    return this.articles.flatMap((article) => {
      let score = 0, isWhole = true;
      const sections = article.sections.map((section) => ({ ...section, score: 0 }));
      for (const [place, query] of queries.entries()) {
        const title = best(article.titleWords, query), summary = best(article.summaryWords, query);
        const typed = best(article.typedWords, query) === 1 ? 1 : 0;
        let heading = 0, body = 0, most = Math.max(title, summary, typed);
        for (const section of sections) {
          const [inHeading, inBody] = [best(section.words, query), bodies[place].get(section.number) ?? 0];
          heading = Math.max(heading, inHeading);
          body += inBody;
          most = Math.max(most, inHeading, inBody);
          section.score += inHeading * 3 + inBody;
        }
        if (!most) return [];
        isWhole &&= most === 1;
        score += title * (6 + 6 / article.titleWords.length) + typed * 10 + summary * 4 + heading * 5
          + body * 6 / (sections.length + 4);
      }
      const told = sections.filter((section) => section.heading && section.score >= queries.length * 0.9)
        .sort((one, other) => other.score - one.score);
      return [{ ...article, score, isWhole, told: told.slice(0, 3) }];
    });
  }

  findSymbols(queries, typed) {
    return this.symbols.flatMap((symbol) => {
      const titles = queries.map((query) => best(symbol.titleWords, query));
      const owners = symbol.owners.filter((one) => queries.every((query, place) =>
        titles[place] || best(one.ownerWords, query) || best(one.words, query) === 1));
      if (!owners.length) return [];
      const score = titles.reduce((sum, one) => sum + one, 0) / symbol.titleWords.length;
      const isExact = symbol.title.replace(/\(.*/, "").toLowerCase() === typed.trim().toLowerCase();
      return [{ ...symbol, owners, score: score + (isExact ? 9 : 0), isWhole: titles.every((one) => one === 1) }];
    });
  }
}

function make(name, content, more = {}) {
  const element = Object.assign(document.createElement(name), more);
  element.append(...[content].flat());
  return element;
}

/** Elements with a text between them. */
const joined = (elements, text) => elements.flatMap((element, place) => (place ? [text, element] : [element]));

function rowOfArticle({ title, url, summary, told }) {
  const sections = told.map(({ heading, anchor }) => make("a", heading, { href: `${base}${url}#${anchor}` }));
  return make("li", [
    make("a", title, { href: base + url }), " ", make("small", url.split("/").length > 3 ? "Article" : "Module"),
    make("p", summary),
    ...(sections.length ? [make("p", joined(sections, " · "), { className: "sections" })] : []),
  ], { className: "article" });
}

function rowOfSymbol({ title, owners }) {
  const [{ owner, url, kind, module, summary }, ...others] = owners;
  if (!others.length) {
    const place = [kind, owner !== module && owner, module].filter(Boolean).join(" · ");
    return make("li", [make("a", title, { href: base + url }), " ", make("small", place), make("p", summary)]);
  }
  const links = owners.map(({ owner, url, summary, module }) =>
    make("a", owner || module, { href: base + url, title: summary }));
  const rest = links.splice(mostOwners);
  return make("li", [
    make("strong", title), " ", make("small", kind), make("p", ["in ", ...joined(links, ", ")]),
    ...(rest.length ? [make("details", [make("summary", `and in ${rest.length} others`), ...joined(rest, ", ")])] : []),
  ]);
}

fetch("pages.json").then((response) => response.json()).then((pages) => {
  const index = new Index(pages);
  const show = (isAll = false) => {
    const { articles, symbols } = index.find(field.value);
    // Who types the name of a type as it is written looks for it.
    const isType = (symbol) => symbol.title === field.value.trim() && /[A-Z]/.test(symbol.title);
    const rows = [
      ...symbols.filter(isType).map(rowOfSymbol),
      ...articles.slice(0, isAll ? Infinity : mostArticles).map(rowOfArticle),
      ...symbols.filter((symbol) => !isType(symbol)).slice(0, isAll ? Infinity : mostSymbols).map(rowOfSymbol),
    ];
    const found = articles.length + symbols.length;
    if (rows.length < found) {
      rows.push(make("li", make("button", `Show all ${found}`, { type: "button", onclick: () => show(true) })));
    }
    list.replaceChildren(...rows);
    const named = (number, name) => `${number} ${name}${number === 1 ? "" : "s"}`;
    count.textContent = field.value.trim()
      ? `${named(articles.length, "article")}, ${named(symbols.length, "symbol")}` : "";
    history.replaceState(null, "", field.value ? "?q=" + encodeURIComponent(field.value) : location.pathname);
  };
  field.value ||= new URLSearchParams(location.search).get("q") ?? "";
  field.addEventListener("input", () => show());
  show();
  list.dataset.isReady = true;
});
