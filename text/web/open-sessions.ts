// Sentences of the list of devices on which an account is logged in.
export const othersEnded = 'All other devices are logged out';
export const title = "Where you're logged in";
export const hint =
	"Don't recognize a device? Log it out, then change your password. If you log out all other devices, your webhooks pause.";
export const ended = (device: string) => `${device} is logged out`;
export const loading = 'Loading your devices';
export const loadFailed = "We couldn't load your devices";
export const endOthers = 'Log out all other devices';
export const endAll = 'Log out everywhere';
export const end = (device: string) => `Log out ${device}`;
export const endAllTitle = 'Log out everywhere?';
export const thisDeviceSince = '<current>This device</current> · since <began/>';
export const lastUsedSince = 'Last used <used/> · since <began/>';
export const endAllHint = 'This logs out every device, including this one. Running uploads stop, and webhooks pause.';
