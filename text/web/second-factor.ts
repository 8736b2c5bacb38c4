// What the settings of the second factor say.
import { plural } from '../../contract/core/plural.ts';

export const title = 'Second factor';
export const offHint = 'An app on your phone shows login codes. With it, no one can log in with your password alone.';
export const turnOff = 'Turn off';
export const setUp = 'Set up';
export const turnOffSubmit = 'Turn off second factor';
export const installApp = 'Install an authenticator app, e.g. Aegis.';
export const scan = 'Scan this code with the app:';
export const qrCode = 'QR code for the authenticator app';
export const typeCode = 'Enter the code from the app.';
export const turnOn = 'Turn on';
export const codeHint = '6 digits. The code changes every 30 seconds.';
export const saveCodes = 'Save these recovery codes';
export const saveCodesHint =
	"Each code works once without your phone. We won't show them again, so write them down or store them with your passwords.";
export const codesSaved = "I've saved them";
export const turnedOn = 'Second factor turned on';
export const turnedOff = 'Second factor turned off';
export const onHint = (codesLeft: number) =>
	plural(codesLeft, {
		one: 'On. You have # recovery code left.',
		other: 'On. You have # recovery codes left.',
	});
export const typeKey = 'Or enter this key: <key/>';
