/** No other module uses leads yet. */
export {}
