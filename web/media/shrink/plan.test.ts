import { expect, test } from 'vitest';
import * as limits from '../../../contract/core/limits.ts';
import * as mediaLimits from '../../../contract/media/limits.ts';
import { planEditing, planShrinking } from './plan.ts';

const megabyte = limits.megabyte;
const phone = { bytes: 44 * megabyte, duration: 20, width: 1920, height: 1080, hasSound: true };

test('shrinks a phone video to a fifteenth or less, at 720 lines', () => {
	const plan = planShrinking(phone);
	expect(plan).toEqual({ width: 1280, height: 720, videoRate: 1_000_000, soundRate: 64_000 });
	expect(planShrinking({ ...phone, width: 1080, height: 1920 })).toMatchObject({ width: 720, height: 1280 });
	expect(planShrinking({ ...phone, width: 1922, height: 1081 })).toMatchObject({ width: 1280, height: 720 });
});

test('leaves small videos unchanged and never enlarges one', () => {
	expect(planShrinking({ ...phone, bytes: 5 * megabyte, width: 1280, height: 720 })).toBeNull();
	expect(planShrinking({ ...phone, bytes: 2 * megabyte })).toBeNull();
	expect(planShrinking({ ...phone, bytes: 10 * megabyte, width: 640, height: 360 })).toMatchObject({
		width: 640,
		height: 360,
		videoRate: 250_000,
	});
});

test('fits a large video into the limit, if possible', () => {
	const long = planShrinking({ ...phone, bytes: 300 * megabyte, duration: 600 });
	const { videoRate = 0, soundRate = 0 } = long ?? {};
	expect(((videoRate + soundRate) * 600) / 8).toBeLessThan(mediaLimits.videoBytes);
	expect(videoRate).toBeGreaterThan(500_000);
	expect(planShrinking({ ...phone, bytes: 300 * megabyte, duration: 6000 })).toBeNull();
	expect(planShrinking({ ...phone, bytes: 60 * megabyte, duration: 300, width: 640, height: 360 })).not.toBeNull();
});

test('leaves a video with unknown properties unchanged', () => {
	expect(planShrinking({ ...phone, duration: 0 })).toBeNull();
	expect(planShrinking({ ...phone, duration: Number.NaN })).toBeNull();
	expect(planShrinking({ ...phone, width: 0 })).toBeNull();
});

test('encodes an edited video at 720 lines or fewer, and at no higher bit rate than the original', () => {
	expect(planEditing(phone, 5)).toEqual({ width: 1280, height: 720, videoRate: 1_000_000, soundRate: 64_000 });
	const small = { ...phone, bytes: megabyte, width: 640, height: 360 };
	expect(planEditing(small, 5)).toMatchObject({ width: 640, height: 360, videoRate: 250_000 });
	const low = { ...phone, bytes: megabyte, width: 1280, height: 720 };
	expect(planEditing(low, 20)?.videoRate).toBe(Math.round((megabyte * 8) / 20));
});

test('fits an edited video into the limit by the part that is kept', () => {
	const long = { ...phone, bytes: 300 * megabyte, duration: 6000 };
	expect(planEditing(long, 6000)).toBeNull();
	const { videoRate = 0, soundRate = 0 } = planEditing(long, 600) ?? {};
	expect(videoRate).toBe(Math.round((300 * megabyte * 8) / 6000));
	expect(((videoRate + soundRate) * 600) / 8).toBeLessThan(mediaLimits.videoBytes);
	expect(planEditing(phone, 0)).toBeNull();
});
