// Finds the pages that have every word in their title, summary or headings. A hit in a heading links to it.
const field = document.querySelector("input"), list = document.querySelector("#results");
const count = document.querySelector("#count"), base = document.body.dataset.base, most = 60;

function search(pages, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const has = (text) => words.every((word) => text.toLowerCase().includes(word));
  return pages
    .map(([title, url, kind, module, summary, headings]) => {
      const heading = headings.find(([text]) => has(text));
      const rank = has(title) ? 0 : heading ? 1 : has(summary) ? 2 : 3;
      const isFound = rank < 3 || has([title, summary, ...headings.map(([text]) => text)].join(" "));
      return isFound && { title, url, kind, module, summary, rank, heading: rank === 1 ? heading : null };
    })
    .filter(Boolean)
    .sort((one, other) => one.rank - other.rank);
}

function item({ title, url, kind, module, summary, heading }) {
  const row = document.createElement("li"), link = row.appendChild(document.createElement("a"));
  link.href = base + url + (heading ? "#" + heading[1] : "");
  link.textContent = heading ? `${title}: ${heading[0]}` : title;
  row.append(" ", Object.assign(document.createElement("small"), { textContent: [kind, module].join(" · ") }));
  row.appendChild(document.createElement("p")).textContent = summary;
  return row;
}

fetch("pages.json").then((response) => response.json()).then((pages) => {
  const show = () => {
    const found = search(pages, field.value);
    list.replaceChildren(...found.slice(0, most).map(item));
    const rest = found.length > most ? `, of which ${most} are shown` : "";
    count.textContent = field.value.trim() ? `${found.length} ${found.length === 1 ? "page" : "pages"}${rest}` : "";
    history.replaceState(null, "", field.value ? "?q=" + encodeURIComponent(field.value) : location.pathname);
  };
  field.value = new URLSearchParams(location.search).get("q") ?? "";
  field.addEventListener("input", show);
  show();
});
