import { Skeleton } from '#kit/skeleton.tsx';

/** The outlines of the table and of the detail below; grey lines only where the answer takes its time. */
export function SyncSkeleton() {
  return (
    <>
      <div className="rounded-md border border-line bg-panel">
        {Array.from({ length: 6 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: stand-ins have no identity
          <div key={index} className="flex h-11.5 items-center gap-6 border-line px-4 not-first:border-t first:h-9">
            <Skeleton width={120} className="late" />
            <Skeleton className="late" />
          </div>
        ))}
      </div>
      <div className="min-h-80 flex-1 rounded-md border border-line bg-panel p-4">
        <Skeleton width="24%" className="late" />
      </div>
    </>
  );
}
