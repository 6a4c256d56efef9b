/** The grid columns of the header and rows; in a narrow form, the bar is below. */
export const columns =
  'grid grid-cols-[minmax(0,1fr)_92px_8px_92px_40px_44px_28px] items-center gap-x-1.5 @3xl:grid-cols-[132px_92px_14px_92px_40px_minmax(0,1fr)_44px_28px] @3xl:gap-x-2';

/** Places the bar in the middle of a wide row, or below a narrow one. */
export const barPlace = 'order-last col-span-full @3xl:order-none @3xl:col-span-1';
