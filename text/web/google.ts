// What the login with Google and its settings say.
export const continueWith = 'Continue with Google';
export const settingsTitle = 'Google';
export const linkHint = 'Link your Google account to log in without a password.';
export const cannotUnlink = "You can't unlink Google yet: your account has no password.";
export const unlink = 'Unlink';
export const link = 'Link a Google account';
export const unlinkSubmit = 'Unlink Google';
export const someApp = 'this app';
export const unlinked = 'Google account unlinked';
export const cancelled = 'You left Google without logging in.';
export const notIdentified = "Google didn't tell us who you are.";
export const linked = 'Google account linked';
export const signingIn = 'Logging you in';
export const pageTitle = 'Log in with Google';
export const codeTitle = 'One more step';
export const codeLead = 'Google confirmed who you are. Now enter your code.';
export const notLinked = "We couldn't link Google";
export const notSignedIn = "You're not logged in yet";
export const alreadyLoggedIn = "You're already logged in";
export const alreadyLoggedInAs = (userName: string) => `You are logged in as @${userName} in this browser.`;
export const backToSecurity = 'Back to security';
export const logInWithPassword = 'Log in with your password';
export const or = 'or';
export const inAppHint = (app: string) =>
	`Google login doesn't work inside ${app}. Use your email here, or tap the menu at the top and choose "Open in browser".`;
export const linkedTo = 'You can log in with the Google account <account/>.';
export const linkedToUnnamed = 'You can log in with <account>your linked Google account</account>.';
export const firstTimeHint = 'Your first login creates an account. Our <terms>terms and conditions</terms> apply.';
