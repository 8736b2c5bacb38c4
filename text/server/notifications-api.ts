// What the API answers about devices that receive push messages.
export const testMessage = 'This is a test. Push messages work on this device.';
export const onlyForYourself = 'You can only do this for yourself.';
export const firebaseNotConfigured = 'Firebase is not used here';
export const deviceUnknown = 'Device not found.';
export const testOnlyToYourself = 'You can only send a test to yourself.';
export const nothingToSendTo = 'There is no device to send to.';
export const noDeviceReached = "We couldn't reach any device.";
export const firebaseTokenInvalid = 'This is not a Firebase push token';
export const browserTokenInvalid = 'This is not a browser push token';
export const pushServiceUnknown = 'We do not support this push service';
