// Parameters, locals and fields with the names of globals and members.
pragma solidity 0.8.30;
contract Params {
    struct Block { uint256 number; uint256 timestamp; address coinbase; bytes32 hash; }
    Block last;
    function run(uint256 timestamp, uint256 number, address coinbase, uint256 chainid, bytes32 salt, uint256 gas) external payable returns (uint256 sig) {
        last = Block({number: number, timestamp: timestamp, coinbase: coinbase, hash: salt});
        require(last.timestamp <= block.timestamp && last.number < block.number && chainid == block.chainid);
        sig = gas + gasleft() + uint32(msg.sig) + last.coinbase.balance;
        (uint256 value, uint256 origin) = (number, timestamp);
        sig += value + origin + tx.gasprice + msg.value;
    }
}
