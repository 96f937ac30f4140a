// The calls of the reference of C: one language at a time, chosen in the bar above the first one, and remembered.
(function () {
  const key = "pytorch_c-language";
  const kept = () => { try { return localStorage.getItem(key); } catch { return null; } };
  const keep = name => { try { localStorage.setItem(key, name); } catch { /* a folder may have no storage */ } };

  function show(name) {
    for (const calls of document.querySelectorAll(".calls")) {
      const found = [...calls.children].find(call => call.dataset.language === name) || calls.firstElementChild;
      for (const call of calls.children) call.hidden = call !== found;
    }
    for (const button of document.querySelectorAll(".languages button")) button.setAttribute("aria-pressed", String(button.textContent === name));
  }

  document.addEventListener("DOMContentLoaded", () => {
    const all = document.querySelectorAll(".calls .call");
    if (!all.length) return;
    const names = [...new Set([...all].map(call => call.dataset.language))];
    const bar = document.createElement("div");
    bar.className = "languages";
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", "Language of the calls");
    for (const name of names) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = name;
      button.addEventListener("click", () => { keep(name); show(name); });
      bar.append(button);
    }
    const title = document.querySelector(".bd-article h1");
    title.after(bar);
    show(names.includes(kept()) ? kept() : "C");
  });
})();
