// What the settings of passkeys and the login with one say, and what the API answers about them.

export const title = 'Passkeys';
export const description = 'Log in with your fingerprint, face or screen lock. No password or code needed.';
export const unsupported = "This browser can't use passkeys. Open this page in Chrome, Safari, Firefox or Edge.";
export const loading = 'Loading your passkeys';
export const loadFailed = "We couldn't load your passkeys";
export const add = 'Add a passkey';
export const name = 'Name';
export const nameHint = 'So you know later where it is, e.g. My phone';
export const added = (name: string) => `${name} is added`;
export const addedOn = 'Added <added/>';
export const neverUsed = 'Never used';
export const used = 'Last used <used/>';
export const rename = 'Rename';
export const renameNamed = (name: string) => `Rename ${name}`;
export const renamed = (name: string) => `It's called ${name} now`;
export const remove = 'Remove';
export const removeNamed = (name: string) => `Remove ${name}`;
export const removeSubmit = 'Remove passkey';
export const removeHint = (name: string) => `“${name}” won't log you in any more. Delete it on the device, too.`;
export const removed = (name: string) => `${name} is removed`;
export const logIn = 'Use a passkey';

export const nameMissing = 'Give the passkey a name';
export const responseInvalid = 'Your device sent something we could not read';
export const tooMany = (most: number) => `You can have up to ${most} passkeys. Remove one first.`;
export const alreadyAdded = 'This device already has a passkey for your account.';
export const gone = 'This passkey is already removed.';
export const tookTooLong = 'That took too long. Please try again.';
export const notConfirmed = "We couldn't check this passkey. Please try again.";
export const unknown = "This passkey doesn't work here any more. Log in with your password.";
export const notDone = 'Nothing happened on your device. Try again when you are ready.';
export const failed = "Your device couldn't do this. Try again or use your password.";
