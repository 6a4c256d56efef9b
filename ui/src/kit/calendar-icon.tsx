/** A leaf of a calendar, drawn as the icons are. */
export const CalendarIcon = () => (
  // biome-ignore lint/a11y/noSvgWithoutTitle: decoration of a button that has a name
  <svg
    width={16}
    height={16}
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.35}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
    className="block flex-none"
  >
    <path d="M2.5 3.8h11v9.4h-11zM2.5 6.7h11M5.4 2.3v2.6M10.6 2.3v2.6" />
  </svg>
);
