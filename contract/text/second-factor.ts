// What the settings of the second factor say.
export const title = 'Second factor';
export const offHint =
	'An app on your phone shows a new code every half minute. With it your password alone lets nobody in.';
export const turnOff = 'Turn off';
export const setUp = 'Set up';
export const turnOffSubmit = 'Turn off the second factor';
export const installApp = 'Install an authenticator app, such as Aegis or Google Authenticator.';
export const scan = 'Scan this with it:';
export const qrCode = 'QR code for the authenticator app';
export const typeCode = 'Type the code that the app shows.';
export const turnOn = 'Turn it on';
export const codeHint = 'Six digits. They change every half minute.';
export const recoveryCodes = 'Recovery codes';
export const keepCodes = 'Keep these recovery codes';
export const keepCodesHint =
	'Each lets you in once without your phone. They are shown now and never again: write them down, or keep them where you keep your passwords.';
export const codesKept = 'I have kept them';
export const copyFailed = 'Select the codes to copy them';
export const turnedOn = 'The second factor is on';
export const turnedOff = 'The second factor is off';
export const onHint = (codesLeft: number) =>
	`On. You have ${codesLeft} recovery ${codesLeft === 1 ? 'code' : 'codes'} left.`;
export const typeKey = 'Or type this key: <key/>';
