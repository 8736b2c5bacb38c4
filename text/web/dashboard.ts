// What the dashboard and its menu say.
export const title = 'My dashboard';
export const editProfile = 'Edit profile';
export const viewShop = 'View my shop';
export const myUploads = 'My uploads';
export const learn = 'Learn';
export const emptyTitle = 'Your shop is empty';
export const postFirstAd = 'Post your first ad';
export const emptyHint = 'Post a product with photos or a video. It appears here and in the market.';
export const loadingAccount = 'Loading your account';
export const accountFailed = "We couldn't load your account";
export const passwordGiven = 'You still use a temporary password. <change>Choose your own</change>';
export const emailMissing = 'Add your email to get news and password links. <settings>Add email</settings>';
export const emailUnconfirmed = 'Your email is not confirmed. <settings>Confirm it</settings>';
