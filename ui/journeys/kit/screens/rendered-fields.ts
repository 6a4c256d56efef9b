import type { Page } from 'playwright-core';

/** The parts of React's internal tree that show which components a commit has rendered. */
interface Fiber {
  type: unknown;
  flags: number;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
  memoizedProps: Record<string, unknown> | null;
}

declare global {
  interface Window {
    renderedFields: Set<string>;
  }
}

/** Records which form fields React renders in every page opened from now on, using the hook of its developer tools. */
export const recordRenderedFields = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const PERFORMED_WORK = 1;
    window.renderedFields = new Set();
    function visit(fiber: Fiber, previous: Fiber | null): void {
      // Each field renders a label with its pointer.
      const pointer = fiber.child?.memoizedProps?.['data-pointer'];
      if (
        typeof pointer === 'string' &&
        typeof fiber.type === 'function' &&
        (previous === null || fiber.flags & PERFORMED_WORK)
      ) {
        window.renderedFields.add(pointer);
      }
      // If the child is the same as before, React has skipped everything below it.
      if (previous && fiber.child === previous.child) return;
      for (let child = fiber.child; child; child = child.sibling) visit(child, child.alternate);
    }
    Object.assign(window, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberUnmount: () => {},
        onPostCommitFiberRoot: () => {},
        onCommitFiberRoot: (_id: number, root: { current: Fiber }) => visit(root.current, root.current.alternate),
      },
    });
  });

/** Returns the pointers of the fields that an action renders. */
export async function fieldsRenderedBy(page: Page, action: () => Promise<unknown>): Promise<string[]> {
  await page.evaluate(() => window.renderedFields.clear());
  await action();
  return page.evaluate(() => [...window.renderedFields].sort());
}
