// What the dashboard and its menu say.
export const title = 'Dashboard';
export const myUploads = 'My uploads';
export const learn = 'Learn';
export const emptyTitle = 'Your shop is empty';
export const postFirstAd = 'Post your first ad';
export const emptyHint = 'Post a product with photos or a video. It appears here and in the market.';
export const loadingAccount = 'Loading your account';
export const accountFailed = "We couldn't load your account";
export const passwordGiven = 'You still use a temporary password. <change>Choose your own</change>';
export const emailMissing = 'Add your email so we can send you news and password links. <change>Add email</change>';
export const emailUnconfirmed = "Confirm your email: open the link we sent to <email/>. <help>Didn't get it?</help>";
