/** The picture of the product, beside its name. */
export const Logo = () => (
  <svg className="logo" viewBox="0 0 16 16" aria-hidden="true">
    <rect width="16" height="16" rx="4" fill="#2a55d4" />
    <path
      d="M4 4.5h5M6 8h6M4 11.5h3"
      stroke="#fff"
      strokeWidth="1.75"
      strokeLinecap="round"
      fill="none"
    />
  </svg>
);
