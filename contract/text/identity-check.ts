// What is said where the account owner is asked for a password or a code once more.
export const code = 'Code';
export const codeHint = 'Enter the six digits from your authenticator app, or one of your recovery codes.';
export const passwordNeeded = 'Your account has no password yet. Choose one first: it shows that it is you.';
export const yourPassword = 'Your password';
