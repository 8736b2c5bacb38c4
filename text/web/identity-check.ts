// Sentences where the account owner is asked for a password or a code once more.
export const code = 'Code';
export const codeHint = 'Enter the 6 digits from your authenticator app. You can also use a recovery code.';
export const passwordNeeded = 'Your account has no password yet. Choose one first to confirm it is you.';
export const yourPassword = 'Your password';
