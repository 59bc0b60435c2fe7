import { expect, test } from "vitest";
import { sign, verify, webhookKey } from "./signature";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const key = webhookKey(secret) ?? Buffer.alloc(0);
const at = 1_614_265_330_000;
const message = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", at, body: '{"test": 2432232314}' };

test("the signature is that of the Standard Webhooks specification's own example", () => {
  expect(sign(key, message)).toEqual({
    id: message.id,
    timestamp: "1614265330",
    signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test("a message is verified with its own secret, also beside the signature of an older one", () => {
  const signed = sign(key, message);
  expect(verify(key, signed, message.body, at)).toEqual({ verified: true });
  expect(verify(key, { ...signed, signature: `v1,AAAA ${signed.signature}` }, message.body, at)).toEqual({
    verified: true,
  });
});

const signed = sign(key, message);
const other = sign(Buffer.alloc(32, 7), message);
test.each([
  ["signed with another secret", other, message.body, "forged"],
  ["with another body", signed, '{"test": 1}', "forged"],
  ["with another id", { ...signed, id: "msg_2" }, message.body, "forged"],
  ["with a later time", { ...signed, timestamp: "1614265331" }, message.body, "forged"],
  [
    "with another version's signature",
    { ...signed, signature: signed.signature.replace("v1", "v2") },
    message.body,
    "forged",
  ],
  ["without a signature", { ...signed, signature: null }, message.body, "headers_missing"],
])("a message %s is refused", (_, headers, body, why) => {
  expect(verify(key, headers, body, at)).toEqual({ verified: false, why });
});

test.each([
  [-5 * 60_000 - 1_000, "from_the_future"],
  [5 * 60_000 + 1_000, "too_old"],
] as const)("a message that is played again %i ms away is refused as %s", (ms, why) => {
  expect(verify(key, signed, message.body, at + ms)).toEqual({ verified: false, why });
});

test.each(["yesterday", "NaN", "1614265330.5", "-1", "1e9", "9".repeat(13), "2021-02-25T15:02:10Z"])(
  "the time %s is no time, whoever signed it",
  (timestamp) => {
    expect(verify(key, { ...signed, timestamp }, message.body, at)).toEqual({
      verified: false,
      why: "time_unreadable",
    });
  },
);

test.each([
  ["", "nothing"],
  ["MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "no prefix"],
  ["whsec_c2hvcnQ=", "too short"],
  [`whsec_${Buffer.alloc(65).toString("base64")}`, "too long"],
  ["whsec_MfKQ9r8GKYqr TwjUPD8ILPZIo2LaLaSw!", "not base64"],
])("%j is no secret: %s", (text) => {
  expect(webhookKey(text)).toBeNull();
});
