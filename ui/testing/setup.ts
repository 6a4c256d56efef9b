import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Timeouts are generous because CI machines can be slow.
configure({ asyncUtilTimeout: 5000 });

/** happy-dom computes no layout, but virtual lists need one: list items and their frames get the sizes of a real screen. */
const FRAME = { width: 320, height: 310 };
const LINE_HEIGHT = 32;

const isLine = (element: HTMLElement) => element.matches('[role=option], li');
const heightOf = (element: HTMLElement) => (isLine(element) ? LINE_HEIGHT : FRAME.height);
const pixels = (length: string) => Number.parseFloat(length) || 0;

/** A virtual list gives its full length by the height or the padding of its inner element. */
function scrollHeightOf({ firstElementChild: inner }: HTMLElement): number {
  if (!(inner instanceof HTMLElement)) return FRAME.height;
  const { height, paddingTop, paddingBottom } = inner.style;
  return pixels(height) || pixels(paddingTop) + pixels(paddingBottom) + inner.children.length * LINE_HEIGHT;
}

const layout: Record<string, (element: HTMLElement) => number> = {
  offsetWidth: () => FRAME.width,
  clientWidth: () => FRAME.width,
  offsetHeight: heightOf,
  clientHeight: heightOf,
  scrollHeight: scrollHeightOf,
};
for (const [name, sizeOf] of Object.entries(layout))
  Object.defineProperty(HTMLElement.prototype, name, {
    configurable: true,
    get(this: HTMLElement) {
      return sizeOf(this);
    },
  });

// missing in happy-dom
Object.defineProperty(HTMLTableSectionElement.prototype, 'rows', {
  configurable: true,
  get(this: HTMLTableSectionElement) {
    return this.querySelectorAll(':scope > tr');
  },
});

HTMLElement.prototype.scrollTo = function scrollTo(this: HTMLElement, target?: ScrollToOptions | number) {
  if (typeof target !== 'object') return;
  this.scrollTop = target.top ?? this.scrollTop;
  // asynchronous, as in a browser
  setTimeout(() => this.dispatchEvent(new Event('scroll')));
};

// virtual lists read the computed padding, which happy-dom takes from style sheets only
const sheet = document.createElement('style');
sheet.textContent = '[role=listbox] { padding: 4px }';
document.head.append(sheet);

// happy-dom fires this synchronously on every call; a browser fires it later, and only if the selection has changed
document.addEventListener('selectionchange', (event) => event.stopImmediatePropagation(), true);

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  localStorage.clear();
  // Signs out, as another tab does, so that no later test has the session of this one.
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'token' }));
});
