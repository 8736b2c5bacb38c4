// What the API answers about devices that receive push messages.
export const testMessage = 'This is a test notification. Push messages reach you here.';
export const onlyForYourself = 'You can only do this for yourself.';
export const firebaseNotConfigured = 'Push messages do not go through Firebase here';
export const deviceUnknown = 'There is no such device.';
export const testOnlyToYourself = 'You can only send a test to yourself.';
export const nothingToSendTo = 'There is nothing to send to.';
export const noDeviceReached = 'No device could be reached.';
export const firebaseTokenInvalid = 'This is not a push token of Firebase';
export const browserTokenInvalid = 'This is not the push token of a browser';
export const pushServiceUnknown = 'This push service is not known here';
