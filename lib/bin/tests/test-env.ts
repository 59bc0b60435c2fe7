/** What the person's shell or .env says of their own installation must not reach what is under test. */

const personal = [
  "DATABASE_URL",
  "PUBLIC_URL",
  "PORT",
  "WORLD_URL",
  "REPRISE_DEMO",
  "REPRISE_DATA_DIR",
  "BETTER_AUTH_SECRET",
  "WEBHOOK_URL",
  "WEBHOOK_SECRET",
  "WEBHOOK_PLAIN_HOSTS",
  "RETENTION_PAYLOAD_DAYS",
  "RETENTION_RECORD_DAYS",
];

export function testEnv(additions: Record<string, string>): NodeJS.ProcessEnv {
  const env = { ...process.env };
  for (const name of personal) delete env[name];
  return { ...env, ...additions };
}
