// Sentences of the pages on which passwords are forgotten, chosen and changed.
export const currentPassword = 'Current password';
export const newPassword = 'New password';
export const choose = 'Choose a password';
export const sendLink = 'Send me a link';
export const forgotten = 'Forgot your password?';
export const forgottenPageTitle = 'Forgot password';
export const backToLogIn = 'Back to log in';
export const forgottenLead = "Enter your email. We'll send you a link to choose a new password.";
export const linkSentTitle = 'Check your email';
export const linkSentLead = 'The link works once, for 30 minutes.';
export const linkSentHint = "Didn't get it? Check your spam folder and the email address.";
export const useOtherAddress = 'Use another email';
export const chooseNew = 'Choose a new password';
export const requestNewLink = 'Ask for a new link';
export const undoEmail = 'Put your email back?';
export const undoEmailLead =
	'Choose a new password. This logs out all your devices and unlinks Google. It removes your passkeys and pauses your webhooks.';
export const putEmailBack = 'Put my email back';
export const emailBackTitle = 'Your email is back';
export const resetTitle = 'Password changed';
export const resetLead = 'We logged out all your devices and removed your passkeys. Log in with your new password.';
export const linkIncomplete = 'This link is incomplete. Open the link in your email again, or ask for a new one.';
export const resetConsequence = 'This logs out all your devices, removes your passkeys and pauses your webhooks.';
export const chooseOwn = 'Choose your own password';
export const temporaryHint = 'You logged in with a temporary password. Choose your own to continue.';
export const changeConsequence =
	'You stay logged in here. All other devices are logged out, passkeys are removed, and webhooks pause.';
export const changed = 'Password changed';
export const chooseLinkSent = 'We sent a link to <email/>. It works for 30 minutes.';
export const linkSent = 'If <email/> has an account, we sent a link to it.';
