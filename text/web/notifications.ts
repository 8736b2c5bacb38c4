// What the list of notifications and its bell say.
export const unread = ', unread';
export const settings = 'Settings';
export const loadFailed = "We couldn't load your notifications";
export const emptyTitle = 'No notifications yet';
export const emptyAction = 'Post something';
export const emptyHint = "We'll tell you about comments, new followers and price drops on your wishlist.";
export const loading = 'Loading your notifications';
export const bell = (unread: string) => `Notifications, ${unread} unread`;
export const unreadCount = (unread: string) => `, ${unread} unread`;
