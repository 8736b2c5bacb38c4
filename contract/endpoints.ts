import * as accounts from './accounts.ts';
import type { EndpointName } from './addresses.ts';
import * as adminLogin from './admin-login.ts';
import * as ads from './ads.ts';
import * as comments from './comments.ts';
import * as courses from './courses.ts';
import type { Endpoint } from './endpoint.ts';
import * as enrollments from './enrollments.ts';
import * as feed from './feed.ts';
import * as follows from './follows.ts';
import * as google from './google.ts';
import * as insights from './insights.ts';
import * as leaving from './leaving.ts';
import * as likes from './likes.ts';
import * as media from './media.ts';
import * as moderation from './moderation.ts';
import * as notifications from './notifications.ts';
import * as operations from './operations.ts';
import * as ownAccount from './own-account.ts';
import * as posts from './posts.ts';
import * as recovery from './recovery.ts';
import * as savedItems from './saved-items.ts';
import * as secondFactor from './second-factor.ts';
import * as sessions from './sessions.ts';

/** Every endpoint under the name its address has. The web imports only the type. */
export const endpoints = {
	signUp: accounts.signUp,
	logIn: accounts.logIn,
	adminLogIn: adminLogin.adminLogIn,
	getGoogleAddress: adminLogin.getGoogleAddress,
	finishGoogle: google.finishGoogle,
	confirmGoogle: google.confirmGoogle,
	finishGoogleLink: google.finishGoogleLink,
	linkGoogle: google.linkGoogle,
	unlinkGoogle: google.unlinkGoogle,
	getSignInMethods: google.getSignInMethods,
	beginSecondFactor: secondFactor.beginSecondFactor,
	confirmSecondFactor: secondFactor.confirmSecondFactor,
	endSecondFactor: secondFactor.endSecondFactor,
	logOut: accounts.logOut,
	getMe: accounts.getMe,
	updateMe: ownAccount.updateMe,
	deleteMe: leaving.deleteMe,
	restoreMe: leaving.restoreMe,
	exportMe: leaving.exportMe,
	setAvatar: accounts.setAvatar,
	removeAvatar: accounts.removeAvatar,
	changePassword: accounts.changePassword,
	verifyEmail: accounts.verifyEmail,
	resendVerification: recovery.resendVerification,
	changeEmail: recovery.changeEmail,
	keepEmail: recovery.keepEmail,
	forgotPassword: recovery.forgotPassword,
	resetPassword: recovery.resetPassword,
	listSessions: sessions.listSessions,
	endSession: sessions.endSession,
	endSessions: sessions.endSessions,
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
	listReports: moderation.listReports,
	decideReports: moderation.decideReports,
	suspendUser: moderation.suspendUser,
	liftDecision: moderation.liftDecision,
	upholdDecision: moderation.upholdDecision,
	listMyDecisions: moderation.listMyDecisions,
	getDecision: moderation.getDecision,
	appeal: moderation.appeal,
	listAudit: moderation.listAudit,

	storeToken: notifications.storeToken,
	getSendHandle: notifications.getSendHandle,
	sendNotification: notifications.sendNotification,
	getPushKey: notifications.getPushKey,
	listDevices: notifications.listDevices,
	removeDevice: notifications.removeDevice,
	listNotices: notifications.listNotices,
	readNotices: notifications.readNotices,
	getNotificationSettings: notifications.getNotificationSettings,
	updateNotificationSettings: notifications.updateNotificationSettings,

	sendInsights: insights.sendInsights,
	getMyInsights: insights.getMyInsights,
	getSiteInsights: insights.getSiteInsights,

	getFigures: operations.getFigures,
	listFailedJobs: operations.listFailedJobs,
	retryJob: operations.retryJob,
	listUsers: operations.listUsers,
	getSampleContent: operations.getSampleContent,
	removeSampleContent: operations.removeSampleContent,
	getNotice: operations.getNotice,
	publishNotice: operations.publishNotice,
	endNotice: operations.endNotice,

	getFeed: feed.getFeed,
	getForYou: feed.getForYou,
	showLess: feed.showLess,
	listLess: feed.listLess,
	search: feed.search,
	listCategories: feed.listCategories,
	listSuggestedSellers: feed.listSuggestedSellers,
	listUserPosts: feed.listUserPosts,
	listUserVideos: feed.listUserVideos,

	getContact: courses.getContact,
	listModules: courses.listModules,
	getModule: courses.getModule,
	updateModule: courses.updateModule,
	getProgress: courses.getProgress,
	setProgress: courses.setProgress,
	getCertificate: courses.getCertificate,

	enroll: enrollments.enroll,
	getEnrollment: enrollments.getEnrollment,
	payEnrollment: enrollments.payEnrollment,
	checkPayment: enrollments.checkPayment,
	sendProof: enrollments.sendProof,
	paystackWebhook: enrollments.paystackWebhook,
	listMyEnrollments: enrollments.listMyEnrollments,
	listEnrollments: enrollments.listEnrollments,
	getEnrollmentDetail: enrollments.getEnrollmentDetail,
	updateEnrollment: enrollments.updateEnrollment,
	exportEnrollments: enrollments.exportEnrollments,
} satisfies { [Name in EndpointName]: Endpoint };

export type Endpoints = typeof endpoints;
