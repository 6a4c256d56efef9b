import { Skeleton } from '#kit/messages/skeleton.tsx';

/** The review queue is placed beside the other two panels, or between them on narrow screens. */
export const homeGrid =
  'grid flex-1 items-start gap-3 lg:grid-cols-[minmax(0,1fr)_380px] lg:grid-rows-[auto_1fr] xl:grid-cols-[minmax(0,1fr)_452px] 2xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]';

/** The empty layout of the page; placeholder lines appear only if loading takes long. */
export function HomeSkeleton() {
  return (
    <div className={homeGrid}>
      <SkeletonLines count={9} />
      <div className="lg:row-span-2">
        <SkeletonLines count={12} />
      </div>
      <SkeletonLines count={4} />
    </div>
  );
}

export function SkeletonLines({ count }: { count: number }) {
  return (
    <div className="rounded-md border border-line bg-panel px-4">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={index} className="flex h-10 items-center gap-3 border-line not-first:border-t">
          <Skeleton width={40} height={18} className="animate-fade-in-delayed" />
          <Skeleton width={`${44 + ((index * 7) % 3) * 12}%`} className="animate-fade-in-delayed" />
        </div>
      ))}
    </div>
  );
}
