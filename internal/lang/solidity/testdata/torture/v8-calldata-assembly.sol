// x.offset and x.length of calldata, and .selector and .address of external functions in assembly.
pragma solidity 0.8.30;
contract Data {
    uint256 transient lock;
    function run(bytes calldata data, function() external hook) external returns (uint256 offset, uint256 length, uint256 selector) {
        lock = 1;
        assembly {
            offset := data.offset
            length := data.length
            selector := hook.selector
            selector := add(selector, hook.address)
            tstore(lock.slot, 0)
        }
    }
    function cut(bytes calldata data) external pure returns (bytes calldata out) { assembly { out.offset := add(data.offset, 4) out.length := sub(data.length, 4) } }
}
