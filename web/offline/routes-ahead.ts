/** Routes whose code the offline cache stores. */
const offlineRoutes = [
	'pages/layout',
	'pages/home/page',
	'pages/ad/page',
	'pages/video/page',
	'pages/saved/wishlist',
	'tweetBookmark',
	'talkBookmark',
	'pages/for-you/page',
	'pages/lesson/page',
] as const;

export type OfflineRoute = (typeof offlineRoutes)[number];

/** Routes that links load ahead, besides those of `offlineRoutes`. A test compares them with the links. */
const linkedRoutes = [
	'pages/post/page',
	'mypromotalk/:id/:description',
	'picture/:id',
	'pages/profile/layout',
	'pages/profile/posts',
	'pages/videos/page',
] as const;

/** Ids of the routes whose files the route manifest lists, because something loads them before a visitor opens the page. */
export const routesAhead: readonly string[] = [...offlineRoutes, ...linkedRoutes];
