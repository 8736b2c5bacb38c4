// What the list of notifications and its bell say.
export const unread = ', unread';
export const settings = 'Settings';
export const loadFailed = 'Your notifications could not be loaded';
export const emptyTitle = 'Nothing yet';
export const emptyAction = 'Post something';
export const emptyHint =
	'When somebody comments on what you posted, follows you, or lowers a price on your wishlist, you read it here.';
export const loading = 'Loading your notifications';
export const bell = (unread: string) => `Notifications, ${unread} unread`;
export const unreadCount = (unread: string) => `, ${unread} unread`;
