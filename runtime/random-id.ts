const HEX_DIGITS = 12;

/** 48 random bits as text, from the platform's generator where there is one. */
export function randomId(): string {
  const bytes = new Uint8Array(HEX_DIGITS / 2);
  if (typeof crypto === 'object') crypto.getRandomValues(bytes);
  else for (let i = 0; i < bytes.length; i++) bytes[i] = Math.floor(Math.random() * 256);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
