/**
 * Method and path of the endpoints that public pages of ads, posts, videos and sellers read, and of those whose calls may wait in the outbox.
 * Every first visit loads this file. `:name` is a parameter.
 */
export const earlyAddresses = {
	getUser: 'GET /api/users/:user_name',
	listAdsById: 'GET /api/ads',
	getAd: 'GET /api/ads/:id',
	getVideoAd: 'GET /sellerstories/:id/:description',
	listSimilarAds: 'GET /api/ads/:id/similar',
	recordContact: 'PUT /api/ads/:id/contacts/:kind',
	listUserReviews: 'GET /api/users/:user_name/reviews',
	createPost: 'POST /api/posts',
	listPosts: 'GET /api/posts',
	getPost: 'GET /api/posts/:id',
	like: 'PUT /api/:target/:id/like',
	unlike: 'DELETE /api/:target/:id/like',
	listComments: 'GET /api/:target/:id/comments',
	createComment: 'POST /api/:target/:id/comments',
	listReplies: 'GET /api/comments/:id/replies',
	follow: 'PUT /api/users/:user_name/follow',
	unfollow: 'DELETE /api/users/:user_name/follow',
	sendInsights: 'POST /api/insights',
	getNotice: 'GET /api/notice',
	getFeed: 'GET /api/feed',
	countAds: 'GET /api/feed/counts',
	getForYou: 'GET /api/for-you',
	search: 'GET /api/search',
	listCategories: 'GET /api/categories',
	getMarketCard: 'GET /api/market-card',
	listSuggestedSellers: 'GET /api/sellers',
	listUserAds: 'GET /api/users/:user_name/ads',
	countUserAds: 'GET /api/users/:user_name/ads/counts',
	listUserPosts: 'GET /api/users/:user_name/posts',
	listVideos: 'GET /api/videos',
	listUserVideos: 'GET /api/users/:user_name/videos',
} as const;

export type EarlyName = keyof typeof earlyAddresses;
