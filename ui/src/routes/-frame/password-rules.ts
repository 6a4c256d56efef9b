export interface TypedPasswords {
  oldPassword: string;
  newPassword: string;
  repeat: string;
}

export const passwordRules = ['length', 'differs', 'repeated'] as const;
export type PasswordRule = (typeof passwordRules)[number];

/** Which rules hold for what is typed so far; none does for an empty field. */
export function keptRules({ oldPassword, newPassword, repeat }: TypedPasswords): Record<PasswordRule, boolean> {
  // code points, as JSON Schema counts them
  const { length } = [...newPassword];
  return {
    length: length >= 10 && length <= 128,
    differs: newPassword !== '' && newPassword !== oldPassword,
    repeated: newPassword !== '' && newPassword === repeat,
  };
}
