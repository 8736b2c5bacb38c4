import * as accounts from './accounts.ts';
import type { EndpointName } from './addresses.ts';
import * as ads from './ads.ts';
import * as comments from './comments.ts';
import type { Endpoint } from './endpoint.ts';
import * as feed from './feed.ts';
import * as follows from './follows.ts';
import * as insights from './insights.ts';
import * as likes from './likes.ts';
import * as media from './media.ts';
import * as moderation from './moderation.ts';
import * as ownAccount from './own-account.ts';
import * as posts from './posts.ts';
import * as savedItems from './saved-items.ts';

/** Every endpoint under the name its address has. The web imports only the type. */
export const endpoints = {
	signUp: accounts.signUp,
	logIn: accounts.logIn,
	logOut: accounts.logOut,
	getMe: accounts.getMe,
	updateMe: ownAccount.updateMe,
	setAvatar: accounts.setAvatar,
	removeAvatar: accounts.removeAvatar,
	changePassword: accounts.changePassword,
	verifyEmail: accounts.verifyEmail,
	getUser: accounts.getUser,

	createUpload: media.createUpload,
	uploadMedia: media.uploadMedia,

	createAd: ads.createAd,
	createVideoAd: ads.createVideoAd,
	listAdsById: ads.listAdsById,
	getAd: ads.getAd,
	getVideoAd: ads.getVideoAd,
	updateAd: ads.updateAd,
	deleteAd: ads.deleteAd,
	markAdSold: ads.markAdSold,
	listMyAds: ads.listMyAds,
	retryAd: ads.retryAd,

	createPost: posts.createPost,
	listPosts: posts.listPosts,
	getPost: posts.getPost,
	updatePost: posts.updatePost,
	deletePost: posts.deletePost,
	restorePost: posts.restorePost,
	listMyPosts: posts.listMyPosts,

	like: likes.like,
	unlike: likes.unlike,
	listMyLikes: likes.listMyLikes,

	listComments: comments.listComments,
	createComment: comments.createComment,
	listReplies: comments.listReplies,
	updateComment: comments.updateComment,
	deleteComment: comments.deleteComment,
	listCommentsToAnswer: comments.listCommentsToAnswer,

	follow: follows.follow,
	unfollow: follows.unfollow,
	listFollowing: follows.listFollowing,

	getSaved: savedItems.getSaved,
	uniteSaved: savedItems.uniteSaved,
	save: savedItems.save,
	unsave: savedItems.unsave,

	report: moderation.report,

	sendInsights: insights.sendInsights,
	getMyInsights: insights.getMyInsights,
	getSiteInsights: insights.getSiteInsights,

	getFeed: feed.getFeed,
	getForYou: feed.getForYou,
	showLess: feed.showLess,
	search: feed.search,
	listCategories: feed.listCategories,
	listSuggestedSellers: feed.listSuggestedSellers,
	listUserPosts: feed.listUserPosts,
	listUserVideos: feed.listUserVideos,
} satisfies { [Name in EndpointName]: Endpoint };

export type Endpoints = typeof endpoints;
