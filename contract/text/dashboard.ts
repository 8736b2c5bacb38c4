// What the dashboard and its menu say.
export const title = 'Dashboard';
export const myUploads = 'My uploads';
export const learn = 'Learn';
export const emptyTitle = 'Your stall is still empty';
export const postFirstAd = 'Post your first ad';
export const emptyHint = 'Post a product with pictures or a video. It appears here, and in the market for everyone.';
export const loadingAccount = 'Loading your account';
export const accountFailed = 'Your account could not be loaded';
export const passwordGiven = 'You still use the password that was made for you. <change>Choose your own</change>';
export const emailMissing =
	'Your account has no email address of yours yet: no news of it reaches you, and no link for a new password. <change>Set yours</change>';
export const emailUnconfirmed =
	'Confirm your email address: open the link we sent to <email/>. <help>Nothing came?</help>';
