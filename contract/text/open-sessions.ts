// What the list of devices says on which an account is logged in.
export const othersEnded = 'Every other device is logged out';
export const title = 'Where you are logged in';
export const hint = 'Something here you do not know? Log it out, then change your password.';
export const ended = (device: string) => `${device} is logged out`;
export const loading = 'Loading where you are logged in';
export const loadFailed = 'Your devices could not be loaded';
export const endOthers = 'Log out all other devices';
export const endAll = 'Log out everywhere';
export const end = (device: string) => `Log out ${device}`;
export const endAllTitle = 'Log out everywhere?';
export const thisDeviceSince = '<current>This device</current> · since <began/>';
export const lastUsedSince = 'Last used <used/> · since <began/>';
export const endAllHint = 'Every device is logged out, this one too. Uploads that are under way stop.';
