/** The pattern of LIKE for texts that have this one in them, whatever wildcards it is written with. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
