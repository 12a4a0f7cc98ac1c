// The CRC-32 of zlib and Ethernet.

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) {
        crc = crc & 1 ? crc >>> 1 ^ 0xEDB88320 : crc >>> 1;
    }
    return crc;
});

/** Return the CRC-32 of bytes. */
export function crc32(data) {
    let crc = 0xFFFFFFFF;
    for (const byte of data) {
        crc = crc >>> 8 ^ TABLE[(crc ^ byte) & 0xFF];
    }
    return ~crc >>> 0;
}
