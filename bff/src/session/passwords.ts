/** Comes with the first password. */
const argon2 = () => import('@node-rs/argon2');

// OWASP's second recommendation for argon2id; the library's default algorithm is argon2id
const cost = { memoryCost: 19456, timeCost: 2, parallelism: 1 };

export const hashPassword = async (password: string) => (await argon2()).hash(password, cost);

let nobodys: Promise<string> | undefined;

/** Takes as long for an account that is unknown or has no password yet as for any other. */
export async function checkPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  nobodys ??= hashPassword('nobody has this one');
  const { verify } = await argon2();
  const matches = await verify(passwordHash ?? (await nobodys), password);
  return matches && Boolean(passwordHash);
}
