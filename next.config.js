/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  typescript: { tsconfigPath: "tsconfig.json" },
};
