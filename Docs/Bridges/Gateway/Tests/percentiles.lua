-- Prints percentiles in milliseconds, for Tests/run.
done = function(summary, latency, requests)
    for _, p in pairs({ 50, 99, 99.9 }) do
        print(string.format("percentile %g %.3f", p, latency:percentile(p) / 1000))
    end
end
