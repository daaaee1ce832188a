// Custom errors at file level and in contracts, their selectors, named arguments; error and revert as names' neighbours.
pragma solidity 0.8.30;
error Paused(uint256 until);
error Empty();
contract Gate {
    error Denied(address sender, uint256 value);
    function run(uint256 until) external payable {
        if (until > block.timestamp) revert Paused(until);
        if (msg.value == 0) revert Denied({sender: msg.sender, value: msg.value});
        if (until == 1) revert Empty();
        if (until == 2) revert("Denied(address,uint256)");
        require(until != 3, Paused({until: 4}));
        bytes4 id = Denied.selector ^ Paused.selector;
        assembly { mstore(0, id) revert(0, 4) }
    }
    function other(Gate gate) external { try gate.run(1) {} catch (bytes memory reason) { if (bytes4(reason) == Gate.Denied.selector) revert Gate.Denied(msg.sender, 0); } }
}
