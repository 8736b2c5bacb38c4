import * as contract from '../../contract/notifications.ts';
import { implement, type Route } from '../platform/http/index.ts';
import type { DeviceService } from './devices.ts';
import type { NotificationService } from './notifications.ts';

export function notificationRoutes({
	devices,
	notifications,
}: {
	devices: DeviceService;
	notifications: NotificationService;
}): Route[] {
	return [
		implement(contract.storeToken, { policy: 'signedIn', rate: 'write' }, ({ actor, body, userAgent }) =>
			devices.register(actor, userAgent, body),
		),
		implement(contract.getSendHandle, { policy: 'ownerOrAdmin', rate: 'write' }, ({ actor, params }) =>
			devices.createSendHandle(actor, params.userId),
		),
		implement(contract.sendNotification, { policy: 'unguessable', rate: 'write' }, ({ body }) =>
			devices.sendTest(body.fcm_token),
		),
		implement(contract.getPushKey, { policy: 'signedIn', rate: 'read' }, async () => devices.getPushKey()),
		implement(contract.listDevices, { policy: 'signedIn', rate: 'read' }, ({ actor }) => devices.list(actor)),
		implement(contract.removeDevice, { policy: 'ownerAlone', rate: 'write' }, ({ actor, params }) =>
			devices.remove(actor, params.id).then(() => undefined),
		),
		implement(contract.listNotices, { policy: 'signedIn', rate: 'read' }, ({ actor, query }) =>
			notifications.list(actor, query),
		),
		implement(contract.readNotices, { policy: 'signedIn', rate: 'write' }, ({ actor, body }) =>
			notifications.markRead(actor, body.up_to),
		),
		implement(contract.getNotificationSettings, { policy: 'signedIn', rate: 'read' }, ({ actor }) =>
			notifications.settings(actor),
		),
		implement(contract.updateNotificationSettings, { policy: 'signedIn', rate: 'write' }, ({ actor, body }) =>
			notifications.updateSettings(actor, body),
		),
	];
}
