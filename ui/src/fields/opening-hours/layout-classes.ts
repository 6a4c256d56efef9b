/** The grid columns of the header and rows. In a narrow form, the bar is below; on phones, the times are below the days, too. */
export const gridClass =
  'grid grid-cols-[minmax(0,1fr)_8px_minmax(0,1fr)_auto_auto] items-center gap-x-1.5 @md:grid-cols-[minmax(0,1fr)_92px_8px_92px_56px_44px_28px] @3xl:grid-cols-[132px_92px_14px_92px_56px_minmax(0,1fr)_44px_28px] @3xl:gap-x-2';

/** Places the bar in the middle of a wide row, or below a narrow one. */
export const barClass = 'order-last col-span-full @3xl:order-none @3xl:col-span-1';

/** Places the buttons of a row after its days, in the first line of a phone. */
export const buttonClass = '-order-1 @md:order-none';
