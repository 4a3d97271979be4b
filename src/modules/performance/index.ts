/** Empty: other modules record through the platform's telemetry and call nothing of this module. */
export {}
