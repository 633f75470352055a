/// The report's own script: highlights the elements of a field in the list, and the field of an element on the page.
///
/// It uses only marked elements, and calls the platform's methods from their prototypes: an element's children may have
/// names that hide its properties.
enum ReportScript {
    static let javascript = """
        "use strict";
        (() => {
          const { getAttribute, setAttribute, removeAttribute, closest, scrollIntoView } = Element.prototype;
          const { querySelectorAll } = Document.prototype;
          const views = [...document.querySelectorAll(".page")].map((section) => {
            const buttons = [...section.querySelectorAll("button.mark")];
            return {
              section, buttons, frame: section.querySelector("iframe"), status: section.querySelector(".status"),
              byMark: new Map(buttons.map((button) => [button.dataset.mark, button])),
              elements: new Map(), shown: [], current: null, turn: 0, page: null,
            };
          });

          // Highlights a mark on both sides.
          const point = (view, button) => {
            if (!button || view.current === button) return;
            view.current?.removeAttribute("aria-current");
            for (const element of view.shown) removeAttribute.call(element, "data-scrape-on");
            view.current = button;
            view.turn = 0;
            view.shown = view.elements.get(button.dataset.mark) ?? [];
            button.setAttribute("aria-current", "true");
            for (const element of view.shown) setAttribute.call(element, "data-scrape-on", "");
            view.status.textContent = button.dataset.at;
          };

          // Shows the next of a mark's elements on the page.
          const reveal = (view) => {
            if (!view.shown.length) return;
            scrollIntoView.call(view.shown[view.turn % view.shown.length], { block: "center" });
            view.turn += 1;
          };

          const markOf = (view, target) => {
            const element = target?.nodeType === 1 ? closest.call(target, "[data-scrape]") : null;
            return element && view.byMark.get(getAttribute.call(element, "data-scrape").split(" ")[0]);
          };

          const attach = (view) => {
            const page = view.frame.contentDocument;
            if (!page || page === view.page || page.URL !== "about:srcdoc") return;
            // Its elements are not all there yet; it is attached when it has loaded.
            if (page.readyState === "loading") return;
            view.page = page;
            for (const element of querySelectorAll.call(page, "[data-scrape]")) {
              for (const mark of getAttribute.call(element, "data-scrape").split(" ")) {
                if (!view.elements.has(mark)) view.elements.set(mark, []);
                view.elements.get(mark).push(element);
              }
            }
            // Marked elements are seldom at the top of a page.
            const first = querySelectorAll.call(page, "[data-scrape-color]")[0];
            if (first) scrollIntoView.call(first, { block: "center" });
            const follow = (event) => {
              const button = markOf(view, event.target);
              if (!button) return;
              point(view, button);
              button.scrollIntoView({ block: "nearest" });
            };
            const listen = (type, listener) => EventTarget.prototype.addEventListener.call(page, type, listener);
            listen("mouseover", follow);
            listen("focusin", follow);
            listen("click", (event) => {
              event.preventDefault();
              markOf(view, event.target)?.focus();
            });
            listen("submit", (event) => event.preventDefault());
            listen("keydown", (event) => {
              if (event.key === "Enter") markOf(view, event.target)?.focus();
            });
          };

          const moves = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };
          for (const view of views) {
            const list = view.section.querySelector(".panel");
            const follow = (event) => point(view, event.target.closest("button.mark"));
            list.addEventListener("mouseover", follow);
            list.addEventListener("focusin", follow);
            list.addEventListener("click", (event) => {
              if (event.target.closest("button.mark")) reveal(view);
            });
            list.addEventListener("keydown", (event) => {
              const place = view.buttons.indexOf(event.target);
              const move = moves[event.key];
              if (place < 0 || !move) return;
              event.preventDefault();
              view.buttons[Math.min(Math.max(place + move, 0), view.buttons.length - 1)].focus();
            });
            view.frame?.addEventListener("load", () => attach(view));
          }

          // Shows the page of the address. Its frame is created when it is first shown.
          const show = () => {
            const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
            const section = target?.closest(".page");
            const view = views.find((view) => view.section === section) ?? views[0];
            if (!view) return;
            for (const other of views) other.section.hidden = other !== view;
            for (const link of document.querySelectorAll("nav a")) {
              if (link.hash === "#" + view.section.id) link.setAttribute("aria-current", "page");
              else link.removeAttribute("aria-current");
            }
            if (view.frame && view.frame.dataset.page !== undefined) {
              view.frame.srcdoc = view.frame.dataset.page;
              delete view.frame.dataset.page;
            }
            if (view.frame) attach(view);
            if (target && target !== section) target.scrollIntoView();
          };
          addEventListener("hashchange", show);
          show();
        })();
        """
}
