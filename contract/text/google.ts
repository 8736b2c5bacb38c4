// What the login with Google and its settings say.
export const continueWith = 'Continue with Google';
export const settingsTitle = 'Google';
export const linkHint = 'Link your Google account and log in without typing your password.';
export const cannotUnlink = 'It is the only way into this account, which has no password: it stays linked.';
export const unlink = 'Unlink';
export const link = 'Link a Google account';
export const unlinkSubmit = 'Unlink Google';
export const someApp = 'this app';
export const unlinked = 'Your Google account is unlinked';
export const cancelled = 'You came back from Google without signing in.';
export const notIdentified = 'Google did not say who you are.';
export const linked = 'Your Google account is linked';
export const signingIn = 'Signing you in';
export const pageTitle = 'Sign in with Google';
export const codeTitle = 'One more step';
export const codeLead = 'Google knows you. Your account asks for a code, too.';
export const notLinked = 'Google was not linked';
export const notSignedIn = 'You are not signed in yet';
export const backToSecurity = 'Back to security';
export const logInWithPassword = 'Log in with your password';
export const or = 'or';
export const inAppHint = (app: string) =>
	`Google does not let you sign in inside ${app}. Use your email here, or open this page in your own browser: tap the menu at the top and choose "Open in browser".`;
export const linkedTo = 'You can log in with the Google account <account/>.';
export const linkedToUnnamed = 'You can log in with the Google account <account>you have linked</account>.';
export const firstTimeHint = 'Your first time makes an account. The <terms>terms and conditions</terms> apply.';
