/** What holds for every answer; pages add their own in `proxy.ts`. */
const everywhere = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  // Addresses hold ids of runs and what was searched for. Not "no-referrer": a form's POST would then hide its origin.
  { key: "Referrer-Policy", value: "same-origin" },
  // For browsers that do not know frame-ancestors.
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=(), payment=(), usb=()" },
];

/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // `npm test` and `npm run check` hold the types; a start on somebody's machine need not wait for them again.
  typescript: { ignoreBuildErrors: true },
  headers: async () => [
    { source: "/:path*", headers: everywhere },
    {
      source: "/api/:path*",
      headers: [{ key: "Content-Security-Policy", value: "default-src 'none'; frame-ancestors 'none'" }],
    },
  ],
};
