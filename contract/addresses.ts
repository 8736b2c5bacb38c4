/**
 * Method and path of every endpoint, apart from its schemas: the browser's first page needs the address, not the schema.
 * The parameter `:name` of a path is filled from the call's `params`.
 */
export const addresses = {
	signUp: 'POST /api/signup',
	logIn: 'POST /api/login',
	logOut: 'POST /api/logout',
	getMe: 'GET /api/me',
	updateMe: 'PATCH /api/me',
	setAvatar: 'PUT /api/me/avatar',
	removeAvatar: 'DELETE /api/me/avatar',
	changePassword: 'POST /api/me/password',
	verifyEmail: 'POST /api/email/verify',
	getUser: 'GET /api/users/:user_name',

	createUpload: 'POST /api/uploads',
	uploadMedia: 'POST /v1_1/:cloud_name/:resource_type/upload',

	createAd: 'POST /api/ads',
	createVideoAd: 'POST /videotest',
	listAdsById: 'GET /api/ads',
	getAd: 'GET /api/ads/:id',
	getVideoAd: 'GET /sellerstories/:id/:description',
	updateAd: 'PATCH /api/ads/:id',
	deleteAd: 'DELETE /api/ads/:id',
	markAdSold: 'POST /api/ads/:id/sold',
	listMyAds: 'GET /api/me/ads',
	retryAd: 'POST /api/ads/:id/retry',

	createPost: 'POST /api/posts',
	listPosts: 'GET /api/posts',
	getPost: 'GET /api/posts/:id',
	updatePost: 'PATCH /api/posts/:id',
	deletePost: 'DELETE /api/posts/:id',
	restorePost: 'POST /api/posts/:id/restore',
	listMyPosts: 'GET /api/me/posts',

	like: 'PUT /api/:target/:id/like',
	unlike: 'DELETE /api/:target/:id/like',
	listMyLikes: 'GET /api/me/likes',

	listComments: 'GET /api/:target/:id/comments',
	createComment: 'POST /api/:target/:id/comments',
	listReplies: 'GET /api/comments/:id/replies',
	updateComment: 'PATCH /api/comments/:id',
	deleteComment: 'DELETE /api/comments/:id',
	listCommentsToAnswer: 'GET /api/me/comments',

	follow: 'PUT /api/users/:user_name/follow',
	unfollow: 'DELETE /api/users/:user_name/follow',
	listFollowing: 'GET /api/me/following',

	getSaved: 'GET /api/saved/:list',
	uniteSaved: 'PUT /api/saved/:list',
	save: 'PUT /api/saved/:list/:id',
	unsave: 'DELETE /api/saved/:list/:id',

	report: 'POST /api/reports',

	sendInsights: 'POST /api/insights',
	getMyInsights: 'GET /api/me/insights',
	getSiteInsights: 'GET /api/admin/insights',

	getFeed: 'GET /api/feed',
	getForYou: 'GET /api/for-you',
	showLess: 'POST /api/for-you/less',
	search: 'GET /api/search',
	listCategories: 'GET /api/categories',
	listSuggestedSellers: 'GET /api/sellers',
	listUserPosts: 'GET /api/users/:user_name/posts',
	listUserVideos: 'GET /api/users/:user_name/videos',
} as const;

export type EndpointName = keyof typeof addresses;
export type Address = (typeof addresses)[EndpointName];
