/** Neighbours record through the platform's telemetry and ask nothing here. */
export {}
