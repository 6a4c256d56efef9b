export function Logo({ size = 22 }: { size?: number | undefined }) {
  return (
    <svg width={size} height={size} viewBox="0 0 22 22" aria-hidden="true" className="block flex-none">
      <rect width="22" height="22" rx="4" className="fill-plate" />
      <g fill="none" strokeWidth="1.1" strokeLinecap="round" className="stroke-on-plate">
        <circle cx="11" cy="11" r="6.6" />
        <path d="M4.6 9h12.8M4.6 13h12.8M11 4.4c-4 4-4 9.2 0 13.2" opacity=".55" />
      </g>
      <circle cx="13.8" cy="9" r="2.1" className="fill-on-plate" />
    </svg>
  );
}
