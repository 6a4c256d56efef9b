import type { BrowserContextOptions } from 'playwright-core';
import { Window } from './window.ts';

const free = new Map<string, Window[]>();

/** A window that nobody has, opened as wanted: two people at the same time have two. */
export async function takeWindow(options: BrowserContextOptions): Promise<Window> {
  return freeOnes(options).pop() ?? (await Window.create(options));
}

/** One that nobody has had, nor will have. */
export async function freshWindow(options: BrowserContextOptions): Promise<Window> {
  const window = await Window.create(options);
  window.own();
  return window;
}

export async function giveBack(window: Window): Promise<void> {
  if (await window.leave()) freeOnes(window.options).push(window);
}

function freeOnes(options: BrowserContextOptions): Window[] {
  const key = JSON.stringify(options);
  const found = free.get(key) ?? [];
  free.set(key, found);
  return found;
}
