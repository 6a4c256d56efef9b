import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// a busy machine takes its time, and that is no fault
configure({ asyncUtilTimeout: 5000 });

/** This document computes no layout, which virtual lists need: lines and frames get the sizes that they have on a screen. */
const FRAME = { width: 320, height: 310 };
const LINE_HEIGHT = 32;

const isLine = (element: HTMLElement) => element.matches('[role=option], li');
const heightOf = (element: HTMLElement) => (isLine(element) ? LINE_HEIGHT : FRAME.height);
const pixels = (length: string) => Number.parseFloat(length) || 0;

/** A virtual list says by its inner element's height or padding how long it would be with all of its lines. */
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

// missing in this document
Object.defineProperty(HTMLTableSectionElement.prototype, 'rows', {
  configurable: true,
  get(this: HTMLTableSectionElement) {
    return this.querySelectorAll(':scope > tr');
  },
});

HTMLElement.prototype.scrollTo = function scrollTo(this: HTMLElement, target?: ScrollToOptions | number) {
  if (typeof target !== 'object') return;
  this.scrollTop = target.top ?? this.scrollTop;
  // as in a browser, after whoever scrolls is done
  setTimeout(() => this.dispatchEvent(new Event('scroll')));
};

// a browser computes a padding for every element, and a virtual list counts with it
const sheet = document.createElement('style');
sheet.textContent = '[role=listbox] { padding: 4px }';
document.head.append(sheet);

// this document tells at once of every call that sets its selection, a browser later and only where that changed
document.addEventListener('selectionchange', (event) => event.stopImmediatePropagation(), true);

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  localStorage.clear();
});
